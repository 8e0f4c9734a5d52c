import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { Skeleton } from '../../kit/index.ts'
import type { Layout } from '../monitorParams.ts'
import monitorCss from '../monitor.module.css'
import css from './cards.module.css'

/** Placeholder of the first load, in the geometry of the list; appears after 300 ms. */
export function ListSkeleton({ layout, phone }: { layout: Layout; phone: boolean }) {
  const translate = useTranslate()
  return (
    <div className={monitorCss.wait} role="status" aria-label={translate('monitor.list.loading')}>
      {layout === 'rows' ? (
        <>
          <div className={monitorCss.waitHead} />
          {Array.from({ length: 12 }, (_, at) => (
            <div key={at} className={monitorCss.waitRow}>
              <Skeleton width={52} height={20} />
              <Skeleton width={140} height={14} />
              <Skeleton height={14} />
            </div>
          ))}
        </>
      ) : (
        <div className={css.waitCards} data-small={phone || undefined}>
          {Array.from({ length: phone ? 5 : CARDS }, (_, at) => (
            <div key={at} className={clsx(css.card, css.waitCard)}>
              <div className={css.cardHead}>
                <span className={css.cardMark}>
                  <Skeleton width={8} height={8} round />
                </span>
                <div className={monitorCss.waitNames}>
                  <Skeleton width={150} />
                  <Skeleton width={110} height={12} />
                </div>
              </div>
              <div className={css.cardNodes}>
                {(phone ? [70] : [70, 54, 62, 48]).map((width) => (
                  <div key={width} className={css.node} data-part="node">
                    <span className={css.nodeAlias}>
                      <Skeleton width={width} height={12} />
                    </span>
                    <span className={css.nodeReading} data-part="node-reading">
                      <Skeleton width={phone ? 72 : 104} />
                    </span>
                  </div>
                ))}
              </div>
              <div className={css.cardFoot}>
                <Skeleton width={92} height={12} />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Four rows of four fill a wide screen; what does not fit is cut off. */
const CARDS = 16
