import { useSending } from './useSending.ts'

/** Sends waiting acts from any page; draws nothing. */
export default function Sender() {
  useSending()
  return null
}
