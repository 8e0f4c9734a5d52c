import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawCaptcha } from '../../server/session/captchaPicture.ts'

describe('drawCaptcha', () => {
  it('returns a PNG without text chunks and uses only letters that are not easily confused', async () => {
    for (let i = 0; i < 20; i++) expect((await drawCaptcha()).text).toMatch(/^[ACEFHJMNPRTWX3479]{4}$/)
    const { image } = await drawCaptcha()
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 120, height: 40 })
    expect(image.toString('latin1')).not.toMatch(/svg|path|tEXt|iTXt|zTXt/)
  })

  it('draws the same letters differently in each image, and each letter within an image differently', async () => {
    const inked = async (): Promise<boolean[]> => {
      const { data, info } = await sharp((await drawCaptcha('AAAA')).image)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return Array.from({ length: info.width * info.height }, (_, at) => (data[at * info.channels] ?? 255) < 140)
    }
    const apart = (one: readonly boolean[], other: readonly boolean[]): number =>
      one.filter((ink, at) => ink !== other[at]).length / one.filter(Boolean).length
    const [first, second] = [await inked(), await inked()]
    expect(first.filter(Boolean).length).toBeGreaterThan(200)
    expect(apart(first, second)).toBeGreaterThan(0.3)
    // The four letters of one picture, each a fourth of its width.
    const letters = [0, 1, 2, 3].map((letter) => first.filter((_, at) => Math.floor((at % 120) / 30) === letter))
    for (const [at, letter] of letters.entries())
      for (const other of letters.slice(at + 1)) expect(apart(letter, other)).toBeGreaterThan(0.3)
  })
})
