import { Eye, KeyRound, ListTree, QrCode, Send, TextCursorInput, type LucideIcon } from 'lucide-react'
import type { DialogSlot } from '../../../../resources/kit/slots.ts'

/** The picture of each dialog in a row's menu. */
export const dialogIcons: Record<DialogSlot, LucideIcon> = {
  recordDetail: Eye,
  deviceDetail: Eye,
  gatewayDetail: Eye,
  deviceName: TextCursorInput,
  wechatBinding: QrCode,
  northPush: Send,
  northRows: ListTree,
  userPassword: KeyRound,
}
