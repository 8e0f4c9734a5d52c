import { useTranslate } from 'ra-core'
import type { PushPreview } from '../../../dataProvider/north.ts'
import { pretty } from './pretty.ts'
import css from './north.module.css'

/** A pushed document, indented for reading, with how many devices it tells of. */
export function Document({ body, type, devices }: PushPreview) {
  const translate = useTranslate()
  return (
    <>
      <p className={css.hint}>
        {translate('north.about', { type, smart_count: devices, size: new TextEncoder().encode(body).length })}
      </p>
      <div
        className={css.document}
        role="textbox"
        aria-readonly
        aria-multiline
        tabIndex={0}
        aria-label={translate('north.document')}
      >
        {pretty(body, type)}
      </div>
    </>
  )
}
