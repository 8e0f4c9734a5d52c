import { useTranslate } from 'ra-core'
import { Skeleton } from '../../ui/index.ts'
import type { Layout } from './monitorParams.ts'

/** The first load, in the geometry of what will come; it shows itself after 300 ms. */
export function ListSkeleton({ layout, phone }: { layout: Layout; phone: boolean }) {
  const translate = useTranslate()
  return (
    <div className="monitor-wait" role="status" aria-label={translate('monitor.list.loading')}>
      {layout === 'rows' ? (
        Array.from({ length: 12 }, (_, at) => (
          <div key={at} className="monitor-wait-row">
            <Skeleton width={52} height={20} />
            <Skeleton width={140} height={14} />
            <Skeleton height={14} />
          </div>
        ))
      ) : (
        <div className={`monitor-wait-cards${phone ? ' monitor-cards--phone' : ''}`}>
          {Array.from({ length: phone ? 3 : 9 }, (_, at) => (
            <div key={at} className="monitor-card monitor-wait-card">
              <Skeleton width={150} height={14} />
              <Skeleton width={110} height={12} />
              {[70, 54, 62, 48].map((width) => (
                <div key={width} className="monitor-wait-node">
                  <Skeleton width={width} height={12} />
                  <Skeleton width={104} height={14} />
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
