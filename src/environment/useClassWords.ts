import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { labelIndex } from '../../i18n/types.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { standardOf } from '../../standards/index.ts'
import { useLanguage } from '../kit/index.ts'
import { LEVELS, type ScaleLevel } from './scale.ts'
import { classOf, figureOf, neededBy, type StationVerdict } from './verdict.ts'

/** A class and its standard: the names of air classes differ by standard. */
export type NamedClass = ScaleLevel & { standard: string }

export interface ClassWords {
  /** 中度污染, Ⅳ类, 超标 5 dB 以内. */
  full: (at: NamedClass) => string
  /** 中度, Ⅳ类, 超标: under plates and in chips. The standard's own name if that is short. */
  short: (at: NamedClass) => string
  /** Text on a plate: the index, the noise level, the numeral of water; null if the station cannot be judged. */
  figure: (verdict: StationVerdict) => string | null
  pollutant: (key: string) => string
  /** The basis of a judgement: "1 小时 · HJ 633-2026". */
  law: (judged: { standard: string; period: string }) => string
  /** Standard, period, valid hours: "1 小时 · HJ 633-2026 · 6 / 6"; for noise with its limit. */
  basis: (verdict: StationVerdict) => string
  /** Everything about a verdict, in lines: a tooltip. */
  tooltip: (verdict: StationVerdict) => string
  /** "缺 SO2、CO"; '' if nothing is missing. */
  missing: (verdict: StationVerdict) => string
  /**
   * For an air index that is shown without its station's plate: how many pollutants it is based on, and which are
   * missing: "4 / 6 · 缺 SO2、CO"; '' if none is missing, or it is unknown.
   */
  partial: (judged: { standard: string; period: '1h' | '24h'; missing: readonly string[] }) => string
}

/** Returns the texts of classes in the current language. */
export function useClassWords(): ClassWords {
  const translate = useTranslate()
  const at = labelIndex[useLanguage()]
  return useMemo(() => {
    const listOf = (keys: readonly string[]): string => keys.map(pollutant).join(translate('environment.comma'))
    function pollutant(key: string): string {
      const [name, hours] = key.split('_')
      const label = POLLUTANTS.find((known) => known.key === name)?.label[at] ?? key
      return hours ? `${label} ${hours.replace('h', ' h')}` : label
    }
    const full = ({ scale, level, standard }: NamedClass): string =>
      scale === 'n' ? translate(`environment.noise.${level}`) : (standardOf(standard)?.classes[level - 1]?.[at] ?? '')
    const short = (named: NamedClass): string => {
      const { scale, level, standard } = named
      if (scale === 'n') return translate(`environment.noiseShort.${level}`)
      return translate(`environment.short.${standard.split('-')[0]}.${level}`, { _: full(named) })
    }
    const law = (judged: { standard: string; period: string }): string =>
      translate('environment.basis', {
        period: translate(`environment.period.${judged.period}`, { _: judged.period }),
        standard: standardName(judged.standard),
      })
    const counted = (known: number, needed: number): string => translate('environment.known', { known, needed })
    const lacking = (keys: readonly string[]): string =>
      keys.length > 0 ? translate('environment.missing', { names: listOf(keys) }) : ''
    const basis = (verdict: StationVerdict): string =>
      [
        law(verdict),
        ...(verdict.limit === null ? [] : [translate('inbox.limit', { value: `${verdict.limit} dB` })]),
        verdict.scale === 'a'
          ? counted(verdict.known, verdict.needed)
          : translate('environment.sampled', { percent: Math.round(verdict.coverage * 100) }),
      ].join(' · ')
    // Water is judged by whichever pollutants of a long list were measured.
    const missing = (verdict: StationVerdict): string => (verdict.scale === 'a' ? lacking(verdict.missing) : '')
    return {
      full,
      short,
      pollutant,
      law,
      basis,
      missing,
      partial: ({ missing: keys, ...judged }) => {
        const needed = neededBy({ medium: 'air', ...judged })
        // For an unknown standard the number of required pollutants is unknown.
        const known = keys.length > 0 && needed > 0 && counted(Math.max(0, needed - keys.length), needed)
        return [known, lacking(keys)].filter(Boolean).join(' · ')
      },
      figure: (verdict) => {
        if (verdict.level === null) return null
        if (verdict.scale === 'w') return translate(`environment.numeral.${verdict.level}`)
        return figureOf(verdict)?.toString() ?? null
      },
      tooltip: (verdict) => {
        const known = classOf(verdict)
        const word = known && {
          word: full({ ...known, standard: verdict.standard }),
          level: known.level,
          levels: LEVELS[known.scale],
        }
        const primary =
          verdict.primary.length > 0 && translate('environment.primary', { names: listOf(verdict.primary) })
        const without = missing(verdict)
        const advised = without && known ? ` · ${translate('environment.advisory')}` : ''
        return [word && translate('environment.classOf', word), basis(verdict), primary, without && without + advised]
          .filter(Boolean)
          .join('\n')
      },
    }
  }, [translate, at])
}

/** Returns a standard's code in its printed form: HJ633-2026 as HJ 633-2026. */
export const standardName = (code: string): string => code.replace(/^([A-Z]+)(\d)/, '$1 $2')
