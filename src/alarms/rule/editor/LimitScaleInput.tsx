import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { numberText, shapeOf } from '../../../../resources/kit/reading.ts'
import { readLimits, rescaled } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import type { ControlProps } from '../../../admin/fields/controls/control.ts'
import { ChoiceInput } from '../../../admin/fields/controls/selectInputs.tsx'
import { draftOf, ruleLimits } from '../rule.ts'
import { useModel, useModelNodes } from '../useModel.ts'
import { useScale } from '../useScale.ts'
import css from './editor.module.css'

/**
 * Chooses whether limits refer to shown or to stored values: displays what each stored limit shows as, and offers to
 * convert all of them. Nothing to choose where the node has no display script, or one that returns words.
 */
export function LimitScaleInput(control: ControlProps) {
  const translate = useTranslate()
  const form = useFormContext<Values>()
  const values = useWatch<Values>()
  const { data: nodes = [] } = useModelNodes(useModel('device_list'))
  const { node, script, isShown, shownOf } = useScale()
  if (!node || script === null)
    return (
      <p className={css.scale}>{translate(node?.node_script ? 'alarmConfig.scale.words' : 'alarmConfig.scale.same')}</p>
    )
  const { isMonotonic } = shapeOf(script, node)
  const converted = isShown ? null : rescaled(values, node.id, (id) => nodes.find((other) => other.id === id))
  const convert = (): void => {
    for (const [name, value] of Object.entries(converted ?? {}))
      form.setValue(name, value as Values[string], { shouldDirty: true, shouldValidate: true })
  }
  const limits = readLimits(values['limits'])?.levels.map(({ x }) => x) ?? ruleLimits(draftOf(values))
  return (
    <div className={css.scale}>
      <ChoiceInput {...(control as unknown as ControlProps<'choice'>)} />
      {!isShown && (
        <ul aria-label={translate('alarmConfig.scale.both')}>
          {limits.map((limit) => {
            const shown = shownOf(limit)
            return (
              <li key={limit}>
                {translate('alarmConfig.scale.stored', {
                  stored: numberText(limit),
                  shown: shown === null ? '—' : `${numberText(shown)} ${node.unit}`.trim(),
                })}
              </li>
            )
          })}
        </ul>
      )}
      {!isShown && converted && (
        <Button size="small" variant="outlined" onClick={convert} disabled={control.disabled}>
          {translate('alarmConfig.scale.convert')}
        </Button>
      )}
      {!isShown && !converted && <p>{translate('alarmConfig.scale.noLine')}</p>}
      {!isMonotonic && <p>{translate('alarmConfig.scale.notMonotonic')}</p>}
    </div>
  )
}
