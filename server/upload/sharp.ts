import type Sharp from 'sharp'

/**
 * sharp, loaded with the first picture: a server that draws and takes none does without its library. One thread and no cache of its own: pictures are
 * few, memory is shared with everything else.
 */
export const loadSharp = (): Promise<typeof Sharp> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))

let loading: Promise<typeof Sharp> | null = null
