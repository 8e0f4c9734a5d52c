import { crud } from './crud.ts'
import { errors as error } from './errors.ts'
import { monitor } from './monitor.ts'
import { ra } from './ra.ts'
import { shell } from './shell.ts'
import { signin } from './signin.ts'

export const catalogue = { ...ra, error, signin, shell, crud, monitor }
