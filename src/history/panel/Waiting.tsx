import { Skeleton } from '../../kit/index.ts'
import { LEAST, roomy } from './heights.ts'
import { OPEN_AT_FIRST } from '../historyParams.ts'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import css from './answers.module.css'

/** Placeholder for `count` panels, before it is known which devices they show. */
export const Waiting = ({ count }: { count: number }) => (
  <>
    <div className={css.summary} aria-busy="true">
      <div>
        <Skeleton width={220} height={20} />
      </div>
      {count > 1 && (
        <div className={css.waitTools}>
          <Skeleton height="100%" />
        </div>
      )}
    </div>
    {Array.from({ length: count }, (_, at) => (
      <section key={at} className={css.panel} aria-busy="true">
        <div className={css.panelHead}>
          <span className={css.panelOpen}>
            <Skeleton width={220} />
          </span>
        </div>
        {at < OPEN_AT_FIRST && <PanelSkeleton height={count === 1 ? roomy() : LEAST} />}
      </section>
    ))}
  </>
)
