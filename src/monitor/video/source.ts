import type { AreaVideo } from '../../../dataProvider/calls/videos.ts'
import { kindOf } from '../../../resources/videoKinds.ts'

export type VideoKind = 'stream' | 'picture' | 'file'

/** How a video is shown, or why a browser cannot show it. */
export type Source = { kind: VideoKind; address: string } | { kind: 'none'; reason: 'address' | 'mixed' }

/** Parses a stored address: a web address or a path of this host. A page on https cannot play media on http. */
export function sourceOf(
  { url, type }: Pick<AreaVideo, 'url' | 'type'>,
  page: string = globalThis.location.href,
): Source {
  if (!URL.canParse(url, page)) return { kind: 'none', reason: 'address' }
  const { protocol, href } = new URL(url, page)
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'none', reason: 'address' }
  const kind = kindOf(url, type)
  return protocol === 'http:' && new URL(page).protocol === 'https:'
    ? { kind: 'none', reason: 'mixed' }
    : { kind, address: href }
}
