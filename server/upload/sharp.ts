import type Sharp from 'sharp'

/**
 * Loads sharp with the first picture: a server that draws and receives none never loads its library. It runs with one
 * thread and without a cache: pictures are few, and memory is shared with everything else.
 */
export const loadSharp = (): Promise<typeof Sharp> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))

let loading: Promise<typeof Sharp> | null = null
