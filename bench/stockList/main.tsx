import { createRoot } from 'react-dom/client'
import { Admin, Datagrid, FunctionField, List, Resource, TextField, type DataProvider } from 'react-admin'

/**
 * The live devices in react-admin's own list: the plain alternative of bench/monitor.ts, on the same answer of the same
 * stub. `?perPage=` sets the number of devices on its page; its own button refreshes it.
 */
interface Row {
  id: number
  name: string
  sn: string
  nodestatelist: { alias: string; unitname: string; lastdata: { historydata: number } }[]
}

const perPage = Number(new URLSearchParams(location.search).get('perPage') ?? 100)

const dataProvider = {
  getList: async (_resource: string, { pagination }: { pagination?: { page: number; perPage: number } }) => {
    const response = await fetch('/v1/godbDeviceState')
    const { data } = (await response.json()) as { data: Row[] }
    const { page, perPage: size } = pagination ?? { page: 1, perPage }
    return { data: data.slice((page - 1) * size, page * size), total: data.length }
  },
} as unknown as DataProvider

const DeviceList = () => (
  <List perPage={perPage} pagination={false}>
    <Datagrid bulkActionButtons={false}>
      <TextField source="name" className="first" />
      <TextField source="sn" />
      {Array.from({ length: 8 }, (_, at) => (
        <FunctionField
          key={at}
          label={`${at + 1}`}
          render={({ nodestatelist }: Row) =>
            `${nodestatelist[at]?.alias} ${nodestatelist[at]?.lastdata.historydata} ${nodestatelist[at]?.unitname}`
          }
        />
      ))}
    </Datagrid>
  </List>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Admin dataProvider={dataProvider} disableTelemetry>
      <Resource name="device" list={DeviceList} />
    </Admin>,
  )
