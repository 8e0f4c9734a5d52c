import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { deviceAddress } from '../../../resources/menu.ts'
import { Ladder } from '../../environment/Ladder.tsx'
import { Plate } from '../../environment/Plate.tsx'
import { severityOf } from '../../environment/scale.ts'
import type { Environment } from '../../environment/useEnvironment.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { classOf, type StationVerdict } from '../../environment/verdict.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useDeviceIndex } from '../../live/useDevice.ts'
import { Panel } from './Panel.tsx'
import css from './judged.module.css'

const SHOWN = 5

/** The five stations that are worst off, each with what decides. */
export function Worst({ environment, store }: { environment: Environment; store: DeviceStore }) {
  const translate = useTranslate()
  const words = useClassWords()
  useDeviceIndex(store)
  const worst = worstOf(environment.verdicts)
  return (
    <Panel
      area="worst"
      title={translate('overview.worst')}
      error={environment.verdicts.length === 0 ? environment.error : null}
      onRetry={environment.refetch}
      waiting={environment.isPending}
    >
      {worst.length === 0 ? (
        <p className={css.none}>{translate('overview.noVerdicts')}</p>
      ) : (
        <ol className={css.worst}>
          {worst.map((verdict) => (
            <li key={`${verdict.medium} ${verdict.deviceid}`}>
              <span>
                <Link to={deviceAddress(verdict.deviceid)}>
                  {store.get(verdict.deviceid)?.name ?? `#${verdict.deviceid}`}
                </Link>
                <small>
                  {verdict.primary.length > 0
                    ? verdict.primary.map(words.pollutant).join(translate('environment.comma'))
                    : translate(`overview.medium.${verdict.medium}`)}
                </small>
              </span>
              <Plate verdict={verdict} word="none" />
              <Ladder scale={verdict.scale} level={verdict.level} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** By class, those of one by their index; what cannot be judged is no candidate. */
export const worstOf = (verdicts: readonly StationVerdict[]): StationVerdict[] =>
  verdicts
    .filter((verdict) => classOf(verdict) !== null)
    .toSorted((a, b) => severity(b) - severity(a) || (b.index ?? 0) - (a.index ?? 0))
    .slice(0, SHOWN)

const severity = (verdict: StationVerdict): number => {
  const at = classOf(verdict)
  return at ? severityOf(at) : -1
}
