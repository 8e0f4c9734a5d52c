import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { ControlProps } from '../../fields/control.ts'
import { nameIn, useNames } from '../../fields/names.ts'
import { Picker } from '../../fields/Picker.tsx'
import { useRefChoices } from '../../fields/useRefChoices.ts'
import { useModel } from './useModel.ts'

/** Device tags that are drawn; the others are counted (spec 2 §9). */
const TAGS = 4

/** Several devices of one product model: the first one chosen decides which (spec 2 §5). */
export function DevicesInput(given: ControlProps) {
  const control = given as unknown as ControlProps<'ref'>
  const translate = useTranslate()
  const model = useModel(control.name)
  const fits = useCallback((row: Row) => model === null || Number(row['devicetype_id']) === model, [model])
  const { choices, isPending, error, refetch } = useRefChoices(control, fits)
  const { data: models = [], isPending: unnamed } = useNames('manage/product', model !== null)
  return (
    <>
      <Picker control={control} choices={choices} loading={isPending} error={error} onRetry={refetch} tags={TAGS} />
      {model !== null && !unnamed && (
        <p className="field-help" role="status">
          {translate('alarmConfig.sameModel', { model: nameIn('manage/product', models, model) ?? `#${model}` })}
        </p>
      )}
    </>
  )
}
