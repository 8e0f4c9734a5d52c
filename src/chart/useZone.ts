export { useZone } from '../kit/hooks/useZone.ts'
