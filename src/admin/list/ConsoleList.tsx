import { ListBase, type ListBaseProps, type RaRecord } from 'react-admin'
import { AskedTogether } from './AskedTogether.tsx'
import { DEFAULT_SIZE, SIZE, UNSORTED } from './opening.ts'
import { useUserStore } from './useUserStore.ts'

/**
 * react-admin's list as every list of the console has it: the address is the only place of its state, so that a link opens what it says; it starts in the
 * platform's own order, and with the page size the user chose last. A failure stands over the rows that are left, in place of a toast that goes. Whether its
 * caller may list was asked before it is drawn (kit/guard), and whether they are signed in is the transport's to ask.
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
