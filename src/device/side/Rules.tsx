import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { WatchingRule } from '../../../dataProvider/calls/deviceRules.ts'
import { useLawOfNode } from '../../environment/useLawOfNode.ts'
import { drawnValues } from '../../history/panel/nodeLines.ts'
import { RuleUpkeep } from '../../alarms/maintenance/RuleUpkeep.tsx'
import { LevelIcon } from '../../alarms/rule/LevelInput.tsx'
import { WhyButton } from '../../alarms/trace/WhyButton.tsx'
import type { ShownDevice } from '../../live/display.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { operators } from '../../../resources/kit/rule.ts'
import { Answer, Card } from '../Card.tsx'
import css from '../devicePage.module.css'

interface RulesProps {
  shown: ShownDevice
  query: { data: readonly WatchingRule[] | undefined; error: unknown; refetch: () => unknown }
}

/**
 * The rules that watch the device, firing ones first, with maintenance of single rules; that of the device is in the
 * page's head. Whether a rule without data still holds is unknown.
 */
export function RulesCard({ shown, query }: RulesProps) {
  const translate = useTranslate()
  const { device, status } = shown
  const sends = status !== 'offline' && status !== 'stale' && status !== 'disabled'
  const lawOfNode = useLawOfNode()
  const firing = new Set(device.thre_list)
  const nodes = new Map(device.nodes.map((node) => [node.id, node]))
  return (
    <Card title={translate('devicePage.rules')} beside={query.data?.length}>
      <Answer query={query}>
        {(rules) =>
          rules.length === 0 ? (
            <p className={css.small}>{translate('devicePage.noRules')}</p>
          ) : (
            <ul className={css.rules}>
              {rules
                .toSorted((a, b) => Number(firing.has(b.id)) - Number(firing.has(a.id)) || a.level - b.level)
                .map(({ id, name, nodemap, enabled, level, compared, ofClass, ofIndex, ofShown, upkeep }) => {
                  const node = nodemap === null ? undefined : nodes.get(nodemap)
                  const law = ofClass && nodemap !== null ? lawOfNode(nodemap, device.project_id) : null
                  const limit = (value: number) =>
                    ofClass
                      ? (law?.word(value) ?? String(value))
                      : ofIndex
                        ? String(value)
                        : numberText(node && !ofShown ? (drawnValues(node, [value])[0] ?? value) : value)
                  const text = compared
                    ? operators[compared.operator].text('', limit(compared.x), limit(compared.y)).trim()
                    : ''
                  const unit = ofClass || ofIndex ? '' : (node?.unitname ?? '')
                  const hears = sends && node?.value !== null
                  const state = !enabled ? 'off' : firing.has(id) ? 'firing' : hears ? 'calm' : 'unknown'
                  return (
                    <li key={id}>
                      <LevelIcon level={level} named />
                      <span>
                        <Link to={`/alarmConfig/threshold/${id}`}>{name}</Link>
                        <small>
                          <RuleUpkeep upkeep={upkeep} as="words" />
                          {[node?.alias, ofIndex && translate('overview.index'), text, unit].filter(Boolean).join(' ')}
                        </small>
                      </span>
                      <span className={css.ruleState} data-state={state}>
                        {translate(state === 'unknown' ? 'shell.status.unknown' : `devicePage.rule.${state}`)}
                      </span>
                      <WhyButton icon rule={{ id, name }} device={{ id: device.id, name: device.name }} />
                    </li>
                  )
                })}
            </ul>
          )
        }
      </Answer>
    </Card>
  )
}
