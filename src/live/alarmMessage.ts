import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import { numberText, readNode } from './nodeValue.ts'

/**
 * A rule's message with what it names in braces, {device} {sn} {node} {value} {unit}, as the live state has it; what the live state does not tell is left
 * out. The platform fills them when it sends; the names of thresholds come with them as they were written.
 */
export function alarmMessage(message: string, device: DeviceState, node: NodeState | null): string {
  const reading = node && readNode(node)
  const value =
    reading?.kind === 'number' || reading?.kind === 'text'
      ? reading.text
      : node?.value === null || !node
        ? ''
        : numberText(node.value)
  const words: Record<string, string> = {
    device: device.name,
    sn: device.sn,
    node: node?.alias ?? '',
    value,
    unit: node?.unitname ?? '',
  }
  return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '').trim()
}
