import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { mayOpen } from '../../resources/kit/access.ts'
import { ChartSkeleton, Skeleton, useCaller } from '../kit/index.ts'
import { MOST_NODES, PANEL_KEY } from './figures.ts'
import { MissingFigures } from './MissingFigures.tsx'
import overviewCss from './overview.module.css'
import css from './live.module.css'
import dashboardCss from './dashboard.module.css'

/** Placeholder of the live device: its title, choices, tiles and curve. */
export function LiveWaiting() {
  const translate = useTranslate()
  const caller = useCaller()
  return (
    <section className={clsx(dashboardCss.card, css.live)} aria-label={translate('dashboard.live')} aria-busy="true">
      <div className={css.liveTitle}>
        <h2>{translate('dashboard.live')}</h2>
      </div>
      <div className={css.picks} aria-hidden="true">
        <span className={css.pick}>
          <Skeleton height={32} />
        </span>
        <span className={css.pick}>
          <Skeleton height={32} />
        </span>
        {(mayOpen(caller, '2-2') || mayOpen(caller, '2-1')) && (
          <span className={dashboardCss.headButton}>
            <Skeleton width={32} height={32} />
          </span>
        )}
      </div>
      <ul className={css.tiles} aria-hidden="true">
        {Array.from({ length: MOST_NODES }, (_, tile) => (
          <li key={tile} className={clsx(css.tile, css.tileWaiting)}>
            <Skeleton width={56} />
            <Skeleton width={84} height={24} />
            <Skeleton height={4} />
          </li>
        ))}
      </ul>
      <div className={css.today}>
        <div className={css.todayHead}>
          <h3>{translate('dashboard.today')}</h3>
        </div>
        <div className={css.todayPlot}>
          <ChartSkeleton />
        </div>
      </div>
    </section>
  )
}

/** Placeholder of the plain overview while its code loads. */
export function PlainWaiting() {
  return (
    <>
      {mayOpen(useCaller(), PANEL_KEY) && <Skeleton height={136} />}
      <div className={dashboardCss.main}>
        <LiveWaiting />
      </div>
    </>
  )
}

/** Placeholder of the areas: ring and rows, or the error. `error`: null while loading. */
export function AreasWaiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  return (
    <section
      className={clsx(dashboardCss.card, overviewCss.areas)}
      aria-label={translate('dashboard.areas')}
      aria-busy={error === null}
    >
      <header className={dashboardCss.head}>
        <h2>{translate('dashboard.areas')}</h2>
        <span>{translate('dashboard.byArea')}</span>
      </header>
      {error === null ? (
        <div className={overviewCss.areasBody} aria-hidden="true">
          <span className={clsx(overviewCss.donut, overviewCss.donutWaiting)} />
          <div className={overviewCss.areasWaiting}>
            {WIDTHS.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        </div>
      ) : (
        <MissingFigures error={error} pageError={error} onRetry={onRetry} />
      )}
    </section>
  )
}

const WIDTHS = ['92%', '84%', '88%', '72%', '80%', '64%', '76%']
