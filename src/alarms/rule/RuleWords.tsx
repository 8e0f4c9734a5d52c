import { useTranslate } from 'react-admin'
import { Fragment, Suspense, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { numberText } from '../../../resources/kit/reading.ts'
import { isByLaw, readConditions, type Operator } from '../../../resources/kit/rule.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { TextSkeleton, useLanguage } from '../../kit/index.ts'
import { LevelIcon } from './LevelInput.tsx'
import { draftOf } from './rule.ts'
import { Sentence } from './Sentence.tsx'
import { useFormClasses } from './useClasses.ts'
import { useChosenNode } from './useModel.ts'
import { useScale } from './useScale.ts'
import { useSpeech } from './words/useSpeech.tsx'
import { useTellWords } from './words/useTellWords.tsx'
import css from './alarm.module.css'

const conditions: Record<Operator, string> = {
  0: 'alarmConfig.rule.above',
  1: 'alarmConfig.rule.atLeast',
  2: 'alarmConfig.rule.equal',
  3: 'alarmConfig.rule.atMost',
  4: 'alarmConfig.rule.below',
  5: 'alarmConfig.rule.unequal',
  6: 'alarmConfig.rule.between',
  7: 'alarmConfig.rule.outside',
}

/** The rule in words, as it is typed. */
export const RuleWords = () => (
  <Suspense fallback={<TextSkeleton />}>
    <Words />
  </Suspense>
)

function Words() {
  const values = useWatch<Values>()
  const translate = useTranslate()
  const rule = draftOf(values)
  const { node, unit, shownOf } = useScale()
  const classes = useFormClasses()
  const name = node?.alias ?? translate('alarmConfig.rule.node')
  const calc = readConditions(values['conditions'])?.calc
  /** A limit of stored values with what it shows as, a class by its name. */
  const limit = (value: number | null): string => {
    if (classes) return value === null ? '' : classes.word(value)
    const shown = value === null ? null : shownOf(value)
    if (shown === null) return value === null ? '' : String(value)
    const words = `${numberText(shown)} ${node?.unit ?? ''}`.trim()
    return translate('alarmConfig.scale.stored', { stored: String(value), shown: words })
  }
  const strong = (text: unknown) => <strong>{String(text ?? '') || '…'}</strong>
  return (
    <p className={css.words}>
      <Sentence
        text={conditions[rule.operator]}
        args={{
          node: strong(isByLaw(calc) ? translate(`error.alarm.calc.${calc}`, { node: name }) : name),
          x: strong(limit(rule.x)),
          y: strong(limit(rule.y)),
          unit,
        }}
      />
      <br />
      <Sentence
        text="alarmConfig.rule.fires"
        args={{ hold: strong(rule.hold), level: <Level value={Number(values['alert_level'])} /> }}
      />
      <br />
      <Told />
      <Linked on={Number(values['enable_ganged']) === 1} value={values['ganged_value']} strong={strong} />
    </p>
  )
}

/** Whom it tells, one sentence after the other. */
function Told() {
  const space = useLanguage() === 'zhEN' ? ' ' : ''
  return useTellWords(useSpeech()).map((sentence, at) => (
    <Fragment key={at}>
      {at > 0 && space}
      {sentence}
    </Fragment>
  ))
}

function Level({ value }: { value: number }) {
  const pick = useLabel()
  const { resource } = useFormInfo()
  const field = resource.fields['alert_level']
  const option = field?.type === 'choice' ? field.options.find((candidate) => candidate.value === value) : undefined
  if (!option) return value > 0 ? String(value) : '…'
  return (
    <span className={css.badge} data-level={value}>
      <LevelIcon level={value} />
      {pick(option.label)}
    </span>
  )
}

function Linked({ on, value, strong }: { on: boolean; value: unknown; strong: (text: unknown) => ReactNode }) {
  const node = useChosenNode('ganged_device_id', 'ganged_nodemap_id')
  if (!on || !node) return null
  return (
    <>
      <br />
      <Sentence text="alarmConfig.rule.linked" args={{ node: strong(node.alias), value: strong(value) }} />
    </>
  )
}
