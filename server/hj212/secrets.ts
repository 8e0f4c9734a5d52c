import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { platformKey } from '../session/platformKey.ts'
import type { Storage } from '../storage/types.ts'

/** Keeps what the protocol makes the platform say itself (a password stands in every command to a station), so that no hash would do. */
export interface Vault {
  /** AES-256-GCM, in base64. */
  close(text: string): string
  /** Null where it is none of this platform's. */
  open(kept: string | null): string | null
}

const IV = 12
const TAG = 16

const opened = new WeakMap<Storage, Promise<Vault>>()

/** The vault of a platform. The first call writes where there is no key yet, so it must not be made inside a transaction. */
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

/** Whether a password is the wanted one, compared in the same time wherever they differ. */
export function sameText(wanted: string | null, given: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return wanted !== null && timingSafeEqual(hash(wanted), hash(given))
}
