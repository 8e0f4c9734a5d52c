import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { contentTypes, type PictureType } from './picture.ts'

/**
 * Uploaded pictures: files of random names under DATA_DIR/uploads. Several processes on one PostgreSQL share that folder. A file whose
 * record was changed or deleted stays: it may be named by others, and its name cannot be guessed.
 */
export interface Uploads {
  /** Stores a picture, on disk when the promise resolves; answers its file name. */
  save(type: PictureType, bytes: Buffer): Promise<string>
  /** A stored picture, or null. Names that `save` never gives are not looked for. */
  find(name: string): Promise<{ contentType: string; bytes: Buffer } | null>
}

const NAME = /^[0-9a-f]{32}\.(png|jpg|gif)$/

export function createUploads(dataDir: string): Uploads {
  const folder = join(dataDir, 'uploads')
  return {
    async save(type, bytes) {
      await mkdir(folder, { recursive: true })
      const name = `${randomBytes(16).toString('hex')}.${type}`
      const path = join(folder, name)
      // Under another name until it is whole, so that no half of it is ever served.
      const part = `${path}.part`
      try {
        const file = await open(part, 'wx', 0o640)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return name
    },
    async find(name) {
      const type = NAME.exec(name)?.[1]
      if (type === undefined) return null
      const bytes = await readFile(join(folder, name)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      })
      return bytes && { contentType: contentTypes[type as PictureType], bytes }
    },
  }
}
