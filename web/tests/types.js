// Types for the checker, made from the description of the hub's interface: `node types.js` writes `../hub/schema.d.ts`, and a
// test holds that it is up to date. Nothing of it reaches a browser.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const DESCRIPTION = new URL("../../crates/hub/openapi.json", import.meta.url);
export const TYPES = fileURLToPath(new URL("../hub/schema.d.ts", import.meta.url));

const quoted = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A JSON Schema as a type. What a schema leaves open is `any`: such fields are looked at with care where they are used. */
function type(schema) {
  if (schema === undefined || typeof schema === "boolean") return "any";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return some.map(type).join(" | ");
  if (schema.allOf) return schema.allOf.map(type).join(" & ");
  const kinds = [schema.type].flat();
  return kinds.map((kind) => {
    switch (kind) {
      case "string":
      case "boolean":
      case "null":
        return kind;
      case "number":
      case "integer":
        return "number";
      case "array":
        return schema.prefixItems ? `[${schema.prefixItems.map(type).join(", ")}]` : `Array<${type(schema.items)}>`;
      case "object":
        return object(schema);
      default:
        return "any";
    }
  }).join(" | ");
}

function object(schema) {
  const must = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => `${quoted(name)}${must.has(name) ? "" : "?"}: ${type(one)};`);
  const more = schema.additionalProperties;
  if (!fields.length) return `Record<string, ${more && more !== true ? type(more) : "any"}>`;
  return `{ ${fields.join(" ")} }`;
}

/** What an address replies, the longest addresses first: `/v1/requests/{id}` would take all below it. */
function replies(paths, method) {
  const known = Object.entries(paths).filter(([, methods]) => methods[method]).sort(([one], [other]) => other.split("/").length - one.split("/").length || other.length - one.length);
  return known.map(([path, methods]) => {
    const bodies = Object.entries(methods[method].responses).filter(([status]) => status.startsWith("2")).map(([, one]) => type(one.content?.["application/json"]?.schema));
    return `  P extends \`${path.replaceAll(/\{\w+\}/g, "${string}")}\` ? ${[...new Set(bodies)].join(" | ") || "any"} :`;
  });
}

export async function make() {
  const { paths, components } = JSON.parse(await readFile(DESCRIPTION, "utf8"));
  return [
    "// Made by `node types.js` in `web/tests` from `crates/hub/openapi.json`. Do not edit it.", "",
    ...Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${type(schema)};`), "",
    "type Path<A extends string> = A extends `${infer P}?${string}` ? P : A;", "",
    "type GetOf<P extends string> =", ...replies(paths, "get"), "  any;", "", "type PostOf<P extends string> =", ...replies(paths, "post"), "  any;", "",
    "/** What the hub replies to a GET and to a POST of an address. */",
    "export type GetReply<A extends string> = GetOf<Path<A>>;", "export type PostReply<A extends string> = PostOf<Path<A>>;", "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(TYPES, await make());
