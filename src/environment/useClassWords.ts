import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { labelIndex } from '../../i18n/types.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { standardOf } from '../../standards/index.ts'
import { useLanguage } from '../kit/index.ts'
import { LEVELS, type ScaleLevel } from './scale.ts'
import { classOf, figureOf, neededBy, type StationVerdict } from './verdict.ts'

/** A class, and by what standard: air has other words by each. */
export type NamedClass = ScaleLevel & { standard: string }

export interface ClassWords {
  /** 中度污染, Ⅳ类, 超标 5 dB 以内. */
  full: (at: NamedClass) => string
  /** 中度, Ⅳ类, 超标: under plates and in chips. As the standard has it where that is short. */
  short: (at: NamedClass) => string
  /** What stands on a plate: the index, the level of noise, the numeral of water; null where it cannot be judged. */
  figure: (verdict: StationVerdict) => string | null
  pollutant: (key: string) => string
  /** By what a value is judged: "1 小时 · HJ 633-2026". */
  law: (judged: { standard: string; period: string }) => string
  /** Standard, period, valid hours: "1 小时 · HJ 633-2026 · 6 / 6"; of noise with its limit. */
  basis: (verdict: StationVerdict) => string
  /** All that is said of a verdict, in lines: a tooltip. */
  tooltip: (verdict: StationVerdict) => string
  /** "缺 SO2、CO"; '' where nothing is missing. */
  missing: (verdict: StationVerdict) => string
  /** Beside an index of the air that stands without its station's plate: of how many pollutants it was made, and which are missing: "4 / 6 · 缺 SO2、CO"; '' where none is, or nobody knows. */
  partial: (judged: { standard: string; period: '1h' | '24h'; missing: readonly string[] }) => string
}

/** The words of classes in the language in use. */
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
    // Water is judged by whatever was measured of a long list.
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
        // By a standard that is not known here nobody can say of how many.
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

/** HJ633-2026 as it is printed: HJ 633-2026. */
export const standardName = (code: string): string => code.replace(/^([A-Z]+)(\d)/, '$1 $2')
