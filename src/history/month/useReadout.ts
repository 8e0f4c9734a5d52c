import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { numberText } from '../../../resources/kit/reading.ts'
import { dateOf, type Zone } from '../../../resources/kit/zone.ts'
import type { Moment, Range, ReadoutWords } from '../../chart/model.ts'
import type { Judgement } from '../../environment/judge.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useDateWords } from '../../kit/days/useDateWords.ts'
import type { ShownDay } from './days.ts'
import { momentsAbout, momentWords } from './happened.ts'
import type { HourLine } from './hours.ts'
import type { NodeJudgement } from './judged.ts'

interface DayReadout {
  /** Null if the view is not drawn by days. */
  line: HourLine | null
  days: readonly ShownDay[]
  judged: NodeJudgement
  moments: readonly Moment[]
  zone: Zone
}

/**
 * Returns the texts of a day at the cross-hair: its class, the spread of its values, its valid hours, its moments, and
 * the standard.
 */
export function useDayReadout({ line, days, judged, moments, zone }: DayReadout): ReadoutWords | null {
  const translate = useTranslate()
  const words = useClassWords()
  const dateWords = useDateWords()
  return useMemo(() => {
    if (!line) return null
    const known = new Map(days.map((one) => [one.at, one]))
    return {
      time: (at) => `${zone.day(at).slice(5)} ${dateWords(dateOf(zone.day(at)), { weekday: 'short' })}`,
      notes: (at) => {
        const one = known.get(at)
        const judgement = one?.value == null ? null : judged.day(one.value, at, one.mean)
        return [
          judgement && words.full(judgement),
          one &&
            !line.isDirection &&
            `${translate('history.byDay.between')} ${numberText(one.low, line.decimals)} – ${numberText(one.high, line.decimals)}`,
          // The mean decided the class, but the curve does not show it.
          one?.mean != null &&
            judgement?.period === '24h' &&
            `${translate('history.byDay.mean')} ${numberText(one.mean, line.decimals)}`,
          one &&
            (one.value === null
              ? translate('history.byDay.few', { hours: one.hours, needed: one.needed })
              : `${translate('history.byDay.validHours')} ${one.hours} / ${zone.hoursIn(zone.day(at))}`),
          ...momentWords(moments.filter((moment) => zone.day(moment.at) === zone.day(at)).map(({ label }) => label)),
          judgement && words.law(judgement),
        ].filter((note): note is string => Boolean(note))
      },
    }
  }, [line, days, zone, dateWords, judged, words, translate, moments])
}

/** A drawn line of samples and its judge; null: the line is not judged. */
export interface JudgedLine {
  label: string
  times: readonly number[]
  judged: NodeJudgement | null
}

/**
 * Returns the texts of a sample at the cross-hair: the class of each judged line, the moments near it, and the
 * standards; null if there are none of these.
 */
export function useSampleReadout(
  lines: readonly JudgedLine[],
  moments: readonly Moment[],
  { from, to }: Range,
  zone: Zone,
): ReadoutWords | null {
  const words = useClassWords()
  return useMemo(() => {
    if (moments.length === 0 && !lines.some(({ judged }) => judged?.isJudged)) return null
    // Adds the day if it differs from the sample's.
    const timeOf = (moment: number, at: number): string =>
      zone.day(moment) === zone.day(at) ? zone.clock(moment, false) : zone.full(moment).slice(5, 16)
    const classOf = ({ label }: JudgedLine, judgement: Judgement): string =>
      lines.length > 1 ? `${label} ${words.full(judgement)}` : words.full(judgement)
    return {
      time: (at) => zone.full(at),
      notes: (at, values) => {
        const classes = lines.flatMap((line, index) => {
          const value = values[index] ?? null
          const judgement = value === null ? null : line.judged?.hour(value, at)
          return judgement ? [{ said: classOf(line, judgement), law: words.law(judgement) }] : []
        })
        const happened = momentsAbout(moments, at, lines[0]?.times ?? [], { from, to })
        return [
          ...classes.map(({ said }) => said),
          ...momentWords(happened.map((moment) => `${timeOf(moment.at, at)} ${moment.label}`)),
          ...new Set(classes.map(({ law }) => law)),
        ]
      },
    }
  }, [lines, moments, from, to, zone, words])
}
