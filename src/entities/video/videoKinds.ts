/** The upload types of spec 2 §2. */
export const STREAM = 0
export const PICTURE = 1

export const isUpload = (address: string): boolean => address.startsWith('/upload/')

/** What an address plays as (spec 1 §9): m3u8 as a live stream, pictures as pictures, all else as a file. */
export function kindOf(address: string): 'stream' | 'picture' | 'file' {
  const path = address.split(/[?#]/)[0]?.toLowerCase() ?? ''
  if (path.endsWith('.m3u8')) return 'stream'
  return /\.(png|jpe?g|gif)$/.test(path) ? 'picture' : 'file'
}
