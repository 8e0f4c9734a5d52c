import { createRoot } from 'react-dom/client'
import {
  Admin,
  Create,
  Datagrid,
  Edit,
  List,
  Resource,
  SimpleForm,
  TextField,
  TextInput,
  type AuthProvider,
  type DataProvider,
} from 'react-admin'

/**
 * react-admin as its tutorial starts it: everything in one bundle, its own sign-in page, one resource. The baseline of
 * load.ts and navigation.ts; `?requireAuth` in the address turns that property on.
 */
const rows = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  name: `Gateway ${index + 1}`,
  regcode: `${10_000 + index}`,
}))

const dataProvider = {
  getList: () => Promise.resolve({ data: rows, total: rows.length }),
  getOne: () => Promise.resolve({ data: rows[0] }),
  getMany: () => Promise.resolve({ data: rows }),
  getManyReference: () => Promise.resolve({ data: rows, total: rows.length }),
  create: () => Promise.resolve({ data: rows[0] }),
  update: () => Promise.resolve({ data: rows[0] }),
  updateMany: () => Promise.resolve({ data: [] }),
  delete: () => Promise.resolve({ data: rows[0] }),
  deleteMany: () => Promise.resolve({ data: [] }),
} as unknown as DataProvider

const authProvider: AuthProvider = {
  login: () => Promise.resolve(localStorage.setItem('stock', 'in')),
  logout: () => Promise.resolve(localStorage.removeItem('stock')),
  checkAuth: () => (localStorage.getItem('stock') ? Promise.resolve() : Promise.reject(new Error('signed out'))),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
}

const GatewayList = () => (
  <List>
    <Datagrid>
      <TextField source="id" />
      <TextField source="name" />
      <TextField source="regcode" />
    </Datagrid>
  </List>
)

const Form = () => (
  <SimpleForm>
    <TextInput source="name" />
    <TextInput source="regcode" />
  </SimpleForm>
)

const GatewayEdit = () => (
  <Edit>
    <Form />
  </Edit>
)

const GatewayCreate = () => (
  <Create>
    <Form />
  </Create>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      requireAuth={location.search.includes('requireAuth')}
      disableTelemetry
    >
      <Resource name="gateway" list={GatewayList} edit={GatewayEdit} create={GatewayCreate} />
    </Admin>,
  )
