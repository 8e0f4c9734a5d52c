/** Days, clocks and periods of the platform's zone: the same module as the server's. */
export { addDays, monthOf, weekOf, Zone } from '../../resources/kit/zone.ts'
