import { FileVideo, Image, Radio } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { CellProps } from '../../admin/fields/cell.ts'
import './video.css'
import { isUpload, kindOf } from './videoKinds.ts'

const icons = { stream: Radio, picture: Image, file: FileVideo }
const words = { stream: 'video.stream', picture: 'video.picture', file: 'video.file' } as const

/** Where a video comes from: an uploaded picture as itself, everything else by its address with a sign of what it is. Pictures of other hosts are not fetched. */
export function VideoSourceCell({ value, row }: CellProps) {
  const translate = useTranslate()
  const address = String(value ?? '')
  if (address === '') return <span className="cell-none">—</span>
  const kind = kindOf(address)
  const Icon = icons[kind]
  if (isUpload(address))
    return (
      <span className="video-source">
        <img src={address} alt={translate('video.preview', { name: String(row['video_name'] ?? '') })} loading="lazy" />
      </span>
    )
  return (
    <span className="video-source">
      <span className="video-sign" role="img" aria-label={translate(words[kind])} title={translate(words[kind])}>
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className="ellipsis mono" title={address}>
        {address}
      </span>
    </span>
  )
}
