import { Ladder } from '../../environment/Ladder.tsx'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from '../monitor.module.css'

/** Explains, below the areas, the ticks beside them (design 8.2). */
export function TicksLegend() {
  const translate = useLateWords('liveList')
  return (
    <p className={css.legend}>
      <Ladder scale="a" level={3} />
      {translate('liveList.areaTicks')}
    </p>
  )
}
