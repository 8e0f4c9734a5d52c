import { ApiError } from '../errors.ts'
import type { PictureType } from './picture.ts'
import { loadSharp } from './sharp.ts'

/** Longest side, pixels: a small file can stand for a picture that no browser can unpack. */
export const MAX_SIDE_PIXELS = 10_000
/** All frames of an animation together, pixels: they are unpacked at once, at four bytes each. */
const MAX_FRAME_PIXELS = 40_000_000

/**
 * A picture as its pixels alone, in the kind it came in: where and when it was taken, by whom and with what (EXIF, XMP, comments) stays with whoever
 * took it, and so does anything else that a file can carry besides a picture. It is turned as its camera said. Throws 415 where it cannot be unpacked.
 *
 * @param maxSide made smaller where its longer side is longer, pixels
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

/** Several large pictures at once would be several hundred megabytes at once. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work)
  last = done.catch(() => {})
  return done
}

let last: Promise<unknown> = Promise.resolve()
