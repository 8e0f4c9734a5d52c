/** The React Query result of the areas. */
interface AreasRead {
  data: readonly unknown[] | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

/** Returns the AreaSelect props for areas that are loading, empty, or failed to load, with a retry. */
export const areaChoice = ({ data, error, isPending, refetch }: AreasRead) => ({
  none: data?.length === 0,
  waiting: isPending,
  error: data === undefined ? error : null,
  onRetry: () => void refetch(),
})
