import { useTranslate } from 'react-admin'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import { ImageInput } from '../../admin/fields/controls/ImageInput.tsx'
import { isUpload, PICTURE } from '../../../resources/videoKinds.ts'

/**
 * Input for the source of a video: a typed address, or an uploaded picture; one field on the wire. Switching the mode
 * restores the former value of the other mode.
 */
export function VideoSourceInput(control: ControlProps) {
  const translate = useTranslate()
  const { value, onChange } = control
  const type = Number(useWatch({ name: 'video_type' }) ?? 0)
  const valueByType = useRef(new Map<number, string>())
  const before = useRef(type)
  useEffect(() => {
    if (before.current === type) return
    valueByType.current.set(before.current, textOf(value))
    before.current = type
    onChange(valueByType.current.get(type) ?? '')
  }, [type, value, onChange])
  if (type === PICTURE)
    return (
      <ImageInput
        {...control}
        field={{ type: 'image', label: control.field.label }}
        value={isUpload(textOf(value)) ? value : ''}
        label={translate('video.picture')}
      />
    )
  return <TextBox control={{ ...control, value: isUpload(textOf(value)) ? '' : value }} placeholder="https://" />
}
