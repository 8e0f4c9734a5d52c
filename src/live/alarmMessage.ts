import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import { numberText, readNode } from '../../resources/kit/reading.ts'

/**
 * Fills the placeholders of a rule's message ({device} {sn} {node} {value} {unit}) from the live state. A placeholder
 * whose value the live state lacks is removed. The platform fills them when it sends, a switch's value as on or off;
 * the names of thresholds arrive with unfilled placeholders.
 */
export function alarmMessage(
  message: string,
  device: DeviceState,
  node: NodeState | null,
  translate: (key: string) => string,
): string {
  const words: Record<string, string> = {
    device: device.name,
    sn: device.sn,
    node: node?.alias ?? '',
    value: node ? valueWords(node, translate) : '',
    unit: node?.unitname ?? '',
  }
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '').trim()
}

function valueWords(node: NodeState, translate: (key: string) => string): string {
  const reading = readNode(node)
  if (reading.kind === 'switch') return translate(reading.on ? 'monitor.node.on' : 'monitor.node.off')
  return reading.kind !== 'none' ? reading.text : node.value === null ? '' : numberText(node.value)
}
