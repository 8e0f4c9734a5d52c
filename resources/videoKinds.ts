/** The upload type of pictures (spec 2 §2). */
export const PICTURE = 1

export const isUpload = (address: string): boolean => address.startsWith('/upload/')

/**
 * Returns how a video is played (spec 1 §9): an address that ends in m3u8, with or without a query, as a live stream;
 * pictures, and uploads of the picture type, as pictures; everything else as a file.
 */
export function kindOf(address: string, type: number | null = null): 'stream' | 'picture' | 'file' {
  if (type === PICTURE) return 'picture'
  const whole = address.toLowerCase()
  const path = whole.split(/[?#]/)[0] ?? ''
  if (path.endsWith('.m3u8') || whole.endsWith('.m3u8')) return 'stream'
  return /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/.test(path) ? 'picture' : 'file'
}
