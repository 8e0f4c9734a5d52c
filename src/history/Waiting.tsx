import { Skeleton } from '../kit/index.ts'
import { LEAST, roomy } from './heights.ts'
import { OPEN_AT_FIRST } from './historyParams.ts'
import { PanelSkeleton } from './PanelSkeleton.tsx'

/** In the place of the answers for so many devices, before it is known which devices those are. */
export const Waiting = ({ count }: { count: number }) => (
  <>
    <div className="history-summary" aria-busy="true">
      <div>
        <Skeleton width={220} height={20} />
      </div>
      {count > 1 && (
        <div className="history-wait-tools">
          <Skeleton height="100%" />
        </div>
      )}
    </div>
    {Array.from({ length: count }, (_, at) => (
      <section key={at} className="history-panel" aria-busy="true">
        <div className="history-panel-head">
          <span className="history-panel-open">
            <Skeleton width={220} />
          </span>
        </div>
        {at < OPEN_AT_FIRST && <PanelSkeleton height={count === 1 ? roomy() : LEAST} />}
      </section>
    ))}
  </>
)
