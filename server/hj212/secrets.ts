import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { platformKey } from '../session/platformKey.ts'
import type { Storage } from '../storage/types.ts'

/**
 * Encrypts secrets that the platform must send in plain text (every command to a station contains a password), so that
 * a hash would not do.
 */
export interface Vault {
  /** Encrypts with AES-256-GCM; base64. */
  close(text: string): string
  /** Decrypts; null where the text was not encrypted with this platform's key. */
  open(kept: string | null): string | null
}

const IV = 12
const TAG = 16

const opened = new WeakMap<Storage, Promise<Vault>>()

/**
 * Returns the vault of a platform. The first call writes a missing key to the database, so it must not run inside a
 * transaction.
 */
export function vaultOf(storage: Storage): Promise<Vault> {
  const vault =
    opened.get(storage) ??
    openVault(storage).catch((error: unknown) => {
      opened.delete(storage)
      throw error
    })
  opened.set(storage, vault)
  return vault
}

async function openVault(storage: Storage): Promise<Vault> {
  const key = await platformKey(storage, 'hj212.key')
  return {
    close(text) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open(kept) {
      if (kept === null) return null
      try {
        const bytes = Buffer.from(kept, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV))
        decipher.setAuthTag(bytes.subarray(-TAG))
        return Buffer.concat([decipher.update(bytes.subarray(IV, -TAG)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Compares a password with the wanted one in constant time. */
export function sameText(wanted: string | null, given: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return wanted !== null && timingSafeEqual(hash(wanted), hash(given))
}
