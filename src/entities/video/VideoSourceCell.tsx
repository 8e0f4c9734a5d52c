import { clsx } from 'clsx'
import { FileVideo, Image, Radio } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { CellProps } from '../../admin/fields/cell.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import { isUpload, kindOf } from '../../../resources/videoKinds.ts'
import css from './video.module.css'

const icons = { stream: Radio, picture: Image, file: FileVideo }
const words = { stream: 'video.stream', picture: 'video.picture', file: 'video.file' } as const

/**
 * Source of a video: an uploaded picture is shown itself, any other source by its address with an icon of its kind.
 * Pictures of other hosts are not fetched.
 */
export function VideoSourceCell({ value, row }: CellProps) {
  const translate = useTranslate()
  const address = String(value ?? '')
  if (address === '') return <span className={fieldsCss.cellNone}>—</span>
  const kind = kindOf(address)
  const Icon = icons[kind]
  if (isUpload(address))
    return (
      <span className={css.source}>
        <img src={address} alt={translate('video.preview', { name: String(row['video_name'] ?? '') })} loading="lazy" />
      </span>
    )
  return (
    <span className={css.source}>
      <span className={css.sign} role="img" aria-label={translate(words[kind])} title={translate(words[kind])}>
        <Icon size={16} strokeWidth={1.75} />
      </span>
      <span className={clsx(textCss.ellipsis, tableCss.cut, textCss.mono)} title={address}>
        {address}
      </span>
    </span>
  )
}
