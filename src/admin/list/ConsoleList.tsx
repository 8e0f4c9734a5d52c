import { ListBase, type ListBaseProps, type RaRecord } from 'react-admin'
import { AskedTogether } from './AskedTogether.tsx'
import { DEFAULT_SIZE, SIZE, UNSORTED } from './opening.ts'
import { useUserStore } from './useUserStore.ts'

/**
 * react-admin's list with the settings of all lists of the console. The address is the only place of its state, so that
 * a link opens the same list; without parameters it starts in the platform's own order and with the page size that the
 * user chose last. A failure is shown above the remaining rows, not in a toast. Access is checked before the list is
 * drawn (kit/guard), and the sign-in by the transport.
 */
export function ConsoleList<R extends RaRecord>({ queryOptions, children, ...list }: ListBaseProps<R>) {
  const [perPage] = useUserStore<number>(SIZE, DEFAULT_SIZE)
  return (
    <ListBase<R>
      sort={UNSORTED}
      perPage={perPage}
      storeKey={false}
      exporter={false}
      disableAuthentication
      queryOptions={{ onError: () => {}, ...queryOptions }}
      {...list}
    >
      <AskedTogether>{children}</AskedTogether>
    </ListBase>
  )
}
