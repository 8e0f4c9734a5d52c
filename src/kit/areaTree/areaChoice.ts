/** Areas as they are asked for, by React Query. */
interface AreasRead {
  data: readonly unknown[] | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

/** What an AreaSelect says of areas that are on their way, that are none, or that could not be had: then it offers to ask again. */
export const areaChoice = ({ data, error, isPending, refetch }: AreasRead) => ({
  none: data?.length === 0,
  waiting: isPending,
  error: data === undefined ? error : null,
  onRetry: () => void refetch(),
})
