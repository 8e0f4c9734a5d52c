import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentTypes, type PictureType } from './picture.ts'

/**
 * Uploaded pictures: files with random names under DATA_DIR/uploads. Several processes on one PostgreSQL share that
 * folder. A file whose record was changed or deleted stays until a sweep finds that no other record names it
 * (sweep.ts).
 */
export interface Uploads {
  /** Stores a picture, which is on disk when the promise resolves; returns its file name. */
  save(type: PictureType, bytes: Buffer): Promise<string>
  /** Returns a stored picture, or null. Names that `save` never generates are not looked for. */
  find(name: string): Promise<{ contentType: string; bytes: Buffer } | null>
  /**
   * Returns the names of files last written before a time (epoch ms), including those of aborted uploads, but no files
   * that `save` did not make.
   */
  olderThan(time: number): Promise<string[]>
  remove(name: string): Promise<void>
}

const NAME = /^[0-9a-f]{32}\.(png|jpg|gif)$/
const PART = '.part'

export function createUploads(dataDir: string): Uploads {
  const folder = join(dataDir, 'uploads')
  return {
    async save(type, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${randomBytes(16).toString('hex')}.${type}`
      const path = join(folder, name)
      // The file has another name until it is complete, so that a partial file is never served.
      const part = path + PART
      try {
        const file = await open(part, 'wx', 0o600)
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
      const bytes = await readFile(join(folder, name)).catch(nullIfMissing)
      return bytes && { contentType: contentTypes[type as PictureType], bytes }
    },
    async olderThan(time) {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      const old: string[] = []
      for (const name of names.filter((each) => NAME.test(each.endsWith(PART) ? each.slice(0, -PART.length) : each))) {
        const found = await stat(join(folder, name)).catch(nullIfMissing)
        if (found && found.mtimeMs < time) old.push(name)
      }
      return old
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
