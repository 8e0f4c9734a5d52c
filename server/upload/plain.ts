import { ApiError } from '../errors.ts'
import type { PictureType } from './picture.ts'
import { loadSharp } from './sharp.ts'

/** Longest side, pixels: a small file can unpack to a picture that no browser can hold. */
export const MAX_SIDE_PIXELS = 10_000
/** Most pixels of all frames of an animation together: they are unpacked at once, at four bytes each. */
const MAX_FRAME_PIXELS = 40_000_000

/**
 * Returns a picture reduced to its pixels, in its own kind: place, time, author and camera (EXIF, XMP, comments) are
 * removed, and so is any other content of the file. It is rotated as its orientation tag says.
 *
 * @param maxSide longest side; a larger picture is scaled down, pixels
 * @throws {ApiError} 415 where it cannot be unpacked
 */
export async function plainPicture(bytes: Buffer, type: PictureType, maxSide = MAX_SIDE_PIXELS): Promise<Buffer> {
  const sharp = await loadSharp()
  const fitting = { width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true } as const
  return oneAtATime(async () => {
    try {
      if (type === 'gif')
        return await sharp(bytes, { animated: true, limitInputPixels: MAX_FRAME_PIXELS }).gif().toBuffer()
      const whole = sharp(bytes, { limitInputPixels: MAX_SIDE_PIXELS * MAX_SIDE_PIXELS }).autoOrient()
      const picture = maxSide < MAX_SIDE_PIXELS ? whole.resize(fitting) : whole
      return await (type === 'png' ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer()
    } catch {
      throw new ApiError(415, 'error.upload.type')
    }
  })
}

/** Several large pictures at once would need several hundred megabytes at once. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work)
  last = done.catch(() => {})
  return done
}

let last: Promise<unknown> = Promise.resolve()
