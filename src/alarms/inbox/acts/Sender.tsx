import { useSending } from './useSending.ts'

/** Sends from any page what waits; draws nothing. */
export default function Sender() {
  useSending()
  return null
}
