import { useTranslate } from 'react-admin'
import { Fragment, type ReactNode } from 'react'
import { timeText } from '../../../../resources/kit/rule.ts'
import { threshold } from '../../../../resources/threshold.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import css from '../alarm.module.css'
import { filled } from '../filled.tsx'
import { LevelIcon } from '../LevelInput.tsx'

/** Building blocks of the sentences about a rule. */
export interface Speech {
  /**
   * A sentence of the translations under `ruleForm` with elements in place of its arguments; `count` selects singular
   * or plural.
   */
  say: (key: string, args?: Readonly<Record<string, ReactNode>>, count?: number) => ReactNode
  /** "A, B and C", or "A, B or C". */
  list: (items: readonly ReactNode[], join?: 'and' | 'or') => ReactNode
  /** The same; of many items, the first few within the sentence `more`, which says how many there are. */
  few: (items: readonly ReactNode[], more: string) => ReactNode
  /** A duration in full: "5 min", "90 s". */
  span: (seconds: number) => string
  /** Between two minutes of the day, over midnight where `to` is not after `from`. */
  times: (span: { from: number; to: number }) => ReactNode
  /** An emphasized name or number; an ellipsis while there is none. */
  strong: (text: string) => ReactNode
  /** A level of alarms by icon, colour and word; an ellipsis while there is none. */
  level: (level: number | null) => ReactNode
}

/** Up to this number all names are listed; of more, only the first SHOWN. */
const MAX_NAMED = 4
const SHOWN = 3

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const

/** Returns the building blocks; suspends until the words are loaded. */
export function useSpeech(): Speech {
  const translate = useTranslate()
  const late = useLateWords('ruleForm')
  const pick = useLabel()
  // Translated without arguments, the text keeps its placeholders.
  const say: Speech['say'] = (key, args = {}, count) =>
    filled(late(key, count === undefined ? {} : { smart_count: count }), args)
  const strong: Speech['strong'] = (text) => <strong>{text || '…'}</strong>
  const commaed = (items: readonly ReactNode[]): ReactNode =>
    items.map((item, at) => (
      <Fragment key={at}>
        {at > 0 && translate('crud.comma')}
        {item}
      </Fragment>
    ))
  const list: Speech['list'] = (items, join = 'and') =>
    items.length < 2
      ? items[0]
      : say(`ruleForm.list.${join}`, { before: commaed(items.slice(0, -1)), last: items.at(-1) })
  return {
    say,
    list,
    few: (items, more) =>
      items.length > MAX_NAMED
        ? say(more, { names: commaed(items.slice(0, SHOWN)), count: items.length })
        : list(items),
    span: (seconds) => {
      const [unit, size] = UNITS.find(([, each]) => seconds > 0 && seconds % each === 0) ?? (['seconds', 1] as const)
      return translate(`alarms.span.${unit}`, { count: seconds / size })
    },
    times: ({ from, to }) =>
      say(to > from ? 'ruleForm.times' : 'ruleForm.timesOver', {
        from: strong(timeText(from)),
        to: strong(timeText(to)),
      }),
    strong,
    level: (level) => {
      const option = threshold.fields.alert_level.options.find(({ value }) => value === level)
      if (level === null || !option) return level !== null && level > 0 ? String(level) : '…'
      return (
        <span className={css.badge} data-level={level}>
          <LevelIcon level={level} />
          {pick(option.label)}
        </span>
      )
    },
  }
}
