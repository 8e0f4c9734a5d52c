import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { numberOf, readSchedule, type Schedule } from '../../../../resources/kit/rule.ts'
import type { Values } from '../../../../resources/kit/validate.ts'
import { draftOf } from '../rule.ts'
import { useScale } from '../useScale.ts'
import type { Speech } from './useSpeech.tsx'

/**
 * Words for the times at which the rule in the form can fire, and for when its alarm ends, as far as they differ from
 * the defaults.
 */
export function useCourseWords(speech: Speech): ReactNode[] {
  const { say, span, strong } = speech
  const values = useWatch<Values>()
  const { unit } = useScale()
  const schedule = readSchedule(values['schedule'])
  const when = schedule && scheduleWords(speech, schedule)
  const { operator } = draftOf(values)
  const hysteresis = numberOf(values['hysteresis']) ?? 0
  // Equal and unequal have no hysteresis (relaxed of resources/kit/rule/limits.ts).
  const isNear = operator !== 2 && operator !== 5
  const minOff = numberOf(values['min_off']) ?? 0
  const by = (
    <>
      {strong(String(hysteresis))}
      {unit && ` ${unit}`}
    </>
  )
  return [
    when && say('ruleForm.schedule', { when }),
    hysteresis > 0 && isNear && say('ruleForm.hysteresis', { by }),
    minOff > 0 && say('ruleForm.minOff', { span: strong(span(minOff)) }),
  ].filter(Boolean)
}

const WEEK = 7

/** Words for the days and times of a schedule; null where it is always. */
function scheduleWords({ say, list, times }: Speech, { days = [], from, to }: Schedule): ReactNode {
  const runs = runsOf(days)
  if (runs.length === 0) return from === to ? null : times({ from, to })
  const dayName = (day: number): ReactNode => <strong>{say(`ruleForm.days.${day}`)}</strong>
  const names = runs.flatMap(([first, last]) =>
    last - first > 1
      ? [say('ruleForm.dayRun', { first: dayName(first), last: dayName(last) })]
      : [dayName(first), ...(last > first ? [dayName(last)] : [])],
  )
  return say('ruleForm.dayTimes', { days: list(names), times: times({ from, to }) })
}

/**
 * Returns runs of consecutive days, 1 Monday to 7 Sunday: [[1, 5], [7, 7]]. Returns no runs for the whole week and for
 * no days.
 */
function runsOf(days: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  const each = [...new Set(days)].toSorted((a, b) => a - b)
  if (each.length === WEEK) return runs
  for (const day of each) {
    const run = runs.at(-1)
    if (run && day === run[1] + 1) run[1] = day
    else runs.push([day, day])
  }
  return runs
}
