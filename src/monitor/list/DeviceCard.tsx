import { useTranslate } from 'react-admin'
import { memo, useContext, useState } from 'react'
import { Link } from 'react-router-dom'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { lineValues } from '../../../resources/kit/reading.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import { changeInHour } from '../../chart/changeInHour.ts'
import { useLastHour } from '../../live/sparklines/lastHour.ts'
import type { SparklineStore } from '../../live/sparklines/sparklineStore.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { StatusMark } from '../../kit/index.ts'
import { DeviceMenu } from '../dialogs/DeviceActions.tsx'
import {
  isAlarmNode,
  alarmNodesFirst,
  plateState,
  stateWords,
  useShownDevice,
  type ShownDevice,
} from '../../live/display.ts'
import { UpkeepMark } from '../../live/UpkeepMark.tsx'
import { Plate } from '../../environment/Plate.tsx'
import { DeviceWords } from './DeviceWords.tsx'
import { VerdictsContext } from './verdicts.ts'
import { NodeLine } from './NodeLine.tsx'
import { NodeMarksContext } from './nodeMarks.ts'
import css from './cards.module.css'

/** Nodes a card shows at once. */
const NODES = 4

/**
 * A device as a card of fixed height: name, four nodes at a time, its state in words, and a menu of its dialogs; on a phone the words stand under the
 * name, an alarm in a strip of its own. All of it but what is operated leads to the device's page. Drawn again only when its device changed.
 */
export const DeviceCard = memo(function DeviceCard({ id, phone = false }: { id: number; phone?: boolean }) {
  const translate = useTranslate()
  const history = useLastHour(useContext(DeviceStoreContext).history, id)
  const [page, setPage] = useState(0)
  const shown = useShownDevice(id)
  const verdict = useContext(VerdictsContext).get(id)
  const marks = useContext(NodeMarksContext)
  if (shown === null) return null
  const markOf = marks(shown)
  const { device, status, abnormal } = shown
  const pages = Math.max(1, Math.ceil(device.nodes.length / NODES))
  const first = (page % pages) * NODES
  const more = pages > 1 && (
    <button
      type="button"
      className={css.more}
      aria-label={
        first === 0
          ? translate('monitor.card.moreNodes', { count: device.nodes.length - NODES })
          : translate('monitor.card.nextNodes')
      }
      onClick={() => setPage((page + 1) % pages)}
    >
      {first === 0 ? `+${device.nodes.length - NODES}` : `${(page % pages) + 1}/${pages}`}
    </button>
  )
  return (
    <article className={css.card} data-status={status} aria-label={device.name}>
      <header className={css.cardHead}>
        <span className={css.cardMark}>
          <StatusMark status={status} halo={status === 'online'} label={translate(`shell.status.${status}`)} />
        </span>
        <div className={css.cardNames}>
          <div className={css.cardName} title={device.name}>
            <DeviceLink id={id} name={device.name} />
          </div>
          <div className={css.cardPlace}>
            <UpkeepMark shown={shown} as="words" />
            {shown.area ?? translate('monitor.card.noArea')} ·{' '}
            {phone ? stateWords({ ...shown, abnormal: false }, null, translate) : carrier(shown, translate)}
          </div>
        </div>
        {phone && more}
        <Plate verdict={verdict} {...plateState(shown)} size="large" word="below" />
        <DeviceMenu id={id} name={device.name} />
      </header>
      {phone && abnormal && <DeviceWords shown={shown} />}
      <div className={css.cardNodes}>
        {alarmNodesFirst(shown)
          .slice(first, first + NODES)
          .map((node) => (
            <NodeLine
              key={node.id}
              device={id}
              node={node}
              line={history.lineOf(id, node.id)}
              status={status}
              alarm={isAlarmNode(shown, node)}
              mark={markOf(node)}
              change={changeOf(shown, node, history)}
            />
          ))}
        {device.nodes.length === 0 && <p className={css.cardNone}>{translate('monitor.card.noNodes')}</p>}
      </div>
      {!phone && (
        <footer className={css.cardFoot}>
          <DeviceWords shown={shown} />
          {more}
        </footer>
      )}
    </article>
  )
})

/** By how much the value of a node in alarm changed within an hour, as it is shown; null of any other, of an old value, and where that hour is not known. */
function changeOf(shown: ShownDevice, node: NodeState, history: SparklineStore): number | null {
  if (!isAlarmNode(shown, node) || shown.now - (node.at ?? 0) > HOUR) return null
  const line = history.lineOf(shown.device.id, node.id)
  return line ? changeInHour({ times: line.times, values: lineValues(node, line.values) }) : null
}

/** The name, as the way to the device's page from anywhere on the card; apart from its values, so that a changed value does not draw it again. */
const DeviceLink = memo(function DeviceLink({ id, name }: { id: number; name: string }) {
  const translate = useTranslate()
  return (
    <Link to={deviceAddress(id)} className={css.cardLink} aria-label={translate('deviceDialogs.openPage', { name })}>
      {name}
    </Link>
  )
})

/** What connects the device: its gateway, or nothing. */
const carrier = ({ device, gateway }: ShownDevice, translate: (key: string, options?: object) => string): string =>
  device.gateway_id === null
    ? translate('monitor.card.standalone')
    : (gateway ?? translate('monitor.card.gateway', { id: device.gateway_id }))
