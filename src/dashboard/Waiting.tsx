import { useTranslate } from 'ra-core'
import { mayOpen } from '../../resources/kit/access.ts'
import { ChartSkeleton, Skeleton, useCaller } from '../kit/index.ts'
import { MOST_NODES } from './figures.ts'
import { Missing } from './Missing.tsx'

/** In the place of the live device: its title, choices, tiles and curve to come. */
export function LiveWaiting() {
  const translate = useTranslate()
  const caller = useCaller()
  return (
    <section className="dash-card dash-live" aria-label={translate('dashboard.live')} aria-busy="true">
      <div className="dash-live-title">
        <h2>{translate('dashboard.live')}</h2>
      </div>
      <div className="dash-picks" aria-hidden="true">
        <span className="dash-pick">
          <Skeleton height={32} />
        </span>
        <span className="dash-pick">
          <Skeleton height={32} />
        </span>
        {(mayOpen(caller, '2-2') || mayOpen(caller, '2-1')) && (
          <span className="ui-icon-button">
            <Skeleton height={32} />
          </span>
        )}
      </div>
      <ul className="dash-tiles" aria-hidden="true">
        {Array.from({ length: MOST_NODES }, (_, tile) => (
          <li key={tile} className="dash-tile dash-tile--waiting">
            <Skeleton width={56} />
            <Skeleton width={84} height={24} />
            <Skeleton height={4} />
          </li>
        ))}
      </ul>
      <div className="dash-today">
        <div className="dash-today-head">
          <h3>{translate('dashboard.today')}</h3>
        </div>
        <div className="dash-today-plot">
          <ChartSkeleton />
        </div>
      </div>
    </section>
  )
}

/** In the place of the areas: the ring and the rows to come, or that they do not. `error`: null while they may. */
export function AreasWaiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  return (
    <section className="dash-card dash-areas" aria-label={translate('dashboard.areas')} aria-busy={error === null}>
      <header className="dash-head">
        <h2>{translate('dashboard.areas')}</h2>
        <span>{translate('dashboard.byArea')}</span>
      </header>
      {error === null ? (
        <div className="dash-areas-body" aria-hidden="true">
          <span className="dash-donut dash-donut--waiting" />
          <div className="dash-areas-waiting">
            {WIDTHS.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        </div>
      ) : (
        <Missing error={error} said={error} onRetry={onRetry} />
      )}
    </section>
  )
}

const WIDTHS = ['92%', '84%', '88%', '72%', '80%', '64%', '76%']
