import { useTranslate } from 'react-admin'
import { __iconData as wrench } from 'lucide-react/icons/wrench'
import { plainIcon } from '../kit/index.ts'
import { classKey } from './scale.ts'
import { useClassWords, type ClassWords } from './useClassWords.ts'
import { classOf, figureOf, type StationVerdict } from './verdict.ts'
import css from './environment.module.css'

export interface PlateProps {
  /** Without a verdict nothing is drawn: the device is not judged. */
  verdict: StationVerdict | null | undefined
  /** Why the class does not count now: the class is then left out, or drawn as an outline. */
  state?: 'stale' | 'offline' | 'maintenance' | null
  /** End of maintenance in the platform's time, as text. */
  until?: string
  size?: 'large' | 'small'
  /** Position of the word; `none` if it is shown nearby. */
  word?: 'below' | 'beside' | 'none'
}

/**
 * A station's index on the solid colour of its class, with the word; without an index it shows the reason (design 8.1).
 */
export function Plate({ verdict, state = null, until, size = 'small', word = 'beside' }: PlateProps) {
  const words = useClassWords()
  const translate = useTranslate()
  if (!verdict) return null
  const { look, figure, said } = faceOf(verdict, state, words, translate)
  const known = look === 'solid' || look === 'stale' ? classOf(verdict) : null
  const lasts = state === 'maintenance' && until ? translate('environment.until', { time: until }) : ''
  return (
    <span
      className={css.plated}
      data-part="plate"
      data-look={look}
      data-size={size}
      data-word={word}
      data-verdict={known ? classKey(known) : undefined}
      title={[words.tooltip(verdict), lasts].filter(Boolean).join('\n')}
    >
      <b className={css.plate}>{figure ?? <Wrench size={size === 'large' ? 16 : 12} />}</b>
      {word === 'none' ? null : <span className={css.word}>{said}</span>}
    </span>
  )
}

const Wrench = plainIcon(wrench)

interface Face {
  look: 'solid' | 'stale' | 'few' | 'none'
  /** Null: the wrench. */
  figure: string | null
  said: string
}

/** Returns what a plate shows. Precedence: offline, in maintenance, not judged, stale, judged. */
function faceOf(
  verdict: StationVerdict,
  state: PlateProps['state'],
  words: ClassWords,
  translate: (key: string, options?: object) => string,
): Face {
  if (state === 'offline') return { look: 'none', figure: '—', said: translate('environment.state.offline') }
  if (state === 'maintenance') return { look: 'none', figure: null, said: translate('environment.state.maintenance') }
  const figure = words.figure(verdict)
  const known = classOf(verdict)
  if (!known || figure === null) return unjudged(verdict, translate)
  if (state === 'stale') return { look: 'stale', figure, said: translate('environment.state.stale') }
  return { look: 'solid', figure, said: words.short({ ...known, standard: verdict.standard }) }
}

function unjudged(verdict: StationVerdict, translate: (key: string, options?: object) => string): Face {
  const { scale, known, needed, coverage } = verdict
  const level = figureOf(verdict)
  if (scale === 'n' && level !== null)
    return { look: 'few', figure: String(level), said: translate('environment.state.noZone') }
  if (coverage === 0 || (scale === 'a' && known === 0))
    return { look: 'none', figure: '—', said: translate('environment.state.none') }
  const figure = scale === 'a' ? translate('environment.known', { known, needed }) : '—'
  return { look: 'few', figure, said: translate('environment.state.insufficient') }
}
