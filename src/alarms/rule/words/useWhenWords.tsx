import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { numberText } from '../../../../resources/kit/reading.ts'
import {
  hasTwoLimits,
  numberOf,
  sortLimits,
  readConditions,
  readLimits,
  type Calc,
  type LevelLimit,
  type Operator,
} from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { draftOf } from '../rule.ts'
import { AT_LEAST, useClasses } from '../useClasses.ts'
import { useIds, useModel, useModelNodes } from '../useModel.ts'
import { ruleScaleOf } from '../useScale.ts'
import type { Speech } from './useSpeech.tsx'

/** What is judged of a node, and the minutes where it needs them. */
interface Judged {
  /** Id of the node map; undefined while none is chosen. */
  node: number | undefined
  calc: Calc
  minutes: number
}

/**
 * Words for when the rule in the form fires: its own node and further conditions with their limits, limits of the
 * night, and silence.
 */
export function useWhenWords(speech: Speech): ReactNode[] {
  const { say, list, span, times, strong, level } = speech
  const values = useWatch<Values>()
  const [node] = useIds('nodemap_id')
  const { judgedWords, limitWords } = useJudgedWords(speech)
  const { operator, x, y, hold } = draftOf(values)
  const limits = readLimits(values['limits'])
  const levels = sortLimits(operator, limits?.levels ?? [])
  const [mildest] = levels
  const mildestLevel = mildest ? mildest.level : numberOf(values['alert_level'])
  const conditions = readConditions(values['conditions'])
  const rows = conditions?.rows ?? []
  const own: Judged = { node, calc: conditions?.calc ?? 'value', minutes: conditions?.minutes ?? 0 }
  const isSeveral = levels.length > 1
  const compared = ({ calc }: Judged, operator: Operator, args: Readonly<Record<'value' | 'x' | 'y', ReactNode>>) =>
    say(calc === 'class' && operator === AT_LEAST ? 'ruleForm.atLeastClass' : `ruleForm.is.${operator}`, args)
  const ofLevels = (each: readonly LevelLimit[]): ReactNode[] =>
    each.map((limit) =>
      isSeveral
        ? say('ruleForm.ofLevel', { limit: limitWords(own, limit.x), level: level(limit.level) })
        : limitWords(own, limit.x),
    )
  const all = [
    compared(own, operator, {
      value: judgedWords(own),
      x: mildest ? list(ofLevels(levels), 'or') : limitWords(own, x),
      y: limitWords(own, mildest ? mildest.y : y),
    }),
    ...rows.map((row) => {
      // Either limit may be the lower one.
      const [low, high] = hasTwoLimits(row.operator) ? [Math.min(row.x, row.y), Math.max(row.x, row.y)] : [row.x, row.y]
      return compared(row, row.operator, {
        value: judgedWords(row),
        x: limitWords(row, low),
        y: limitWords(row, high),
      })
    }),
  ]
  const join = conditions?.join ?? 'and'
  const night = limits?.night
  const noData = numberOf(values['no_data']) ?? 0
  const sentences = [
    say(isSeveral ? 'ruleForm.whenLevels' : 'ruleForm.when', {
      conditions: all.reduce((before, next) => say(`ruleForm.join.${join}`, { before, next })),
      hold: hold > 0 && say(all.length > 1 ? 'ruleForm.holdAll' : 'ruleForm.hold', { span: strong(span(hold)) }),
      level: level(mildestLevel),
    }),
    isSeveral && rows.length > 0 && join === 'or' && say('ruleForm.orLevel', { level: level(mildestLevel) }),
    night &&
      night.levels.length > 0 &&
      say(
        'ruleForm.night',
        { times: times(night), limits: list(ofLevels(sortLimits(operator, night.levels))) },
        night.levels.length,
      ),
    noData > 0 && say('ruleForm.noData', { span: strong(span(noData * 60)), level: level(mildestLevel) }),
  ]
  return sentences.filter(Boolean)
}

/** Words for what is judged and what it is compared with: a limit in its unit, a class by its name. */
function useJudgedWords({ say, span, strong }: Speech) {
  const translate = useTranslate()
  const scale: unknown = useWatch({ name: 'limit_scale' })
  const { data: nodes = [] } = useModelNodes(useModel('device_list'))
  const classesOf = useClasses()
  const nodeOf = (id: number | undefined) => nodes.find((node) => node.id === id) ?? null
  return {
    judgedWords: ({ node, calc, minutes }: Judged): ReactNode => {
      const name = nodeOf(node)?.alias
      const words = name === undefined ? say('ruleForm.node') : strong(name)
      return calc === 'value'
        ? words
        : say(`ruleForm.judged.${calc}`, { node: words, span: strong(span(minutes * 60)) })
    },
    limitWords: ({ node, calc }: Judged, limit: number | null): ReactNode => {
      if (limit === null) return strong('')
      if (calc === 'class') {
        const classes = classesOf(node)
        return strong(
          classes?.scale ? classes.word(limit) : translate('alarmConfig.conditions.classNumber', { level: limit }),
        )
      }
      const found = nodeOf(node)
      const { unit, shownOf } = ruleScaleOf(found, calc, scale)
      const shown = shownOf(limit)
      if (shown !== null) {
        const words = `${numberText(shown)} ${found?.unit ?? ''}`.trim()
        return strong(translate('alarmConfig.scale.stored', { stored: String(limit), shown: words }))
      }
      return (
        <>
          {strong(String(limit))}
          {unit && ` ${unit}`}
        </>
      )
    },
  }
}
