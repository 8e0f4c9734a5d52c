import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import { numberText, readNode } from '../../resources/kit/reading.ts'

/**
 * A rule's message with what it names in braces, {device} {sn} {node} {value} {unit}, as the live state has it; what the live state does not tell is left
 * out. The platform fills them when it sends, a switch's value as on or off; the names of thresholds come with them as they were written.
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
