import { useTranslate } from 'ra-core'
import { Skeleton } from '../kit/index.ts'
import type { Layout } from './monitorParams.ts'

/** The first load, in the geometry of what will come; it shows itself after 300 ms. */
export function ListSkeleton({ layout, phone }: { layout: Layout; phone: boolean }) {
  const translate = useTranslate()
  return (
    <div className="monitor-wait" role="status" aria-label={translate('monitor.list.loading')}>
      {layout === 'rows' ? (
        <>
          <div className="monitor-wait-head" />
          {Array.from({ length: 12 }, (_, at) => (
            <div key={at} className="monitor-wait-row">
              <Skeleton width={52} height={20} />
              <Skeleton width={140} height={14} />
              <Skeleton height={14} />
            </div>
          ))}
        </>
      ) : (
        <div className={`monitor-wait-cards${phone ? ' monitor-cards--phone' : ''}`}>
          {Array.from({ length: phone ? 4 : CARDS }, (_, at) => (
            <div key={at} className="monitor-card monitor-wait-card">
              <div className="monitor-card-head">
                <span className="monitor-card-mark">
                  <Skeleton width={8} height={8} round />
                </span>
                <div className="monitor-wait-names">
                  <Skeleton width={150} />
                  <Skeleton width={110} height={12} />
                </div>
              </div>
              <div className="monitor-card-nodes">
                {[70, 54, 62, 48].map((width) => (
                  <div key={width} className="monitor-node">
                    <span className="monitor-node-alias">
                      <Skeleton width={width} height={12} />
                    </span>
                    <span className="monitor-node-reading">
                      <Skeleton width={phone ? 72 : 104} />
                    </span>
                  </div>
                ))}
              </div>
              {!phone && (
                <div className="monitor-card-foot">
                  <Skeleton width={92} height={12} />
                </div>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Four rows of four fill a wide screen; what does not fit is cut off. */
const CARDS = 16
