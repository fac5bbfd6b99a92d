// The program of the scripts that do a failure again. It stands there between single quotes, so it has none of its own.
//   read FILE POINTER [json]     prints what stands in an answer at a JSON Pointer, * is each item; else "nothing", and ends with 1
//   count ID FILE NAME ...       prints in which lists an id stands, and how often
//   judge FOLDER SIGN NAME=VALUE ...  ends with 3: the sign is in the answers there, with 0: it is not, with 4: they do not tell
const [command, ...args] = process.argv.slice(1)
const read = (file) => {
  try {
    return require("node:fs").readFileSync(file, "utf8")
  } catch {
    return ""
  }
}
const answer = (file) => {
  const text = read(file)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const go = (here, [token, ...rest]) =>
  token === undefined
    ? here
    : token === "*" && Array.isArray(here)
      ? here.map((item) => go(item, rest))
      : go(
          Object.getOwnPropertyDescriptor(Object(here), token.replaceAll("~1", "/").replaceAll("~0", "~"))?.value,
          rest,
        )
const stands = (value, pointer) => go(value, pointer.split("/").slice(1))
const shown = (text) => text.replace(/\p{Cc}/gu, "?")

const printValue = ([file, pointer, form]) => {
  const value = stands(answer(file), pointer)
  if (value === undefined || value === "") {
    console.log("nothing")
    process.exitCode = 1
  } else console.log(shown(typeof value === "string" && form !== "json" ? value : JSON.stringify(value)))
}

const countIn = ([id, ...lists]) => {
  const times = (value) =>
    Array.isArray(value)
      ? value.filter((item) => JSON.stringify(item).includes(id)).length
      : typeof value === "object" && value !== null
        ? Object.values(value).reduce((sum, each) => sum + times(each), 0)
        : 0
  const found = lists.flatMap((file, at) =>
    at % 2 === 0 && times(answer(file)) > 0 ? [lists[at + 1] + " (" + times(answer(file)) + ")"] : [],
  )
  console.log(found.join(", ") || "none")
}

const judge = ([folder, told, ...variables]) => {
  const { sign, steps, was, needed, optional, last, mayRefuse } = JSON.parse(told)
  const given = new Map(variables.map((each) => [each.slice(0, each.indexOf("=")), each.slice(each.indexOf("=") + 1)]))
  const end = (code, text) => {
    console.log(text)
    process.exit(code)
  }
  const untold = (why) => end(4, "could not be tried: " + why)
  const no = () => end(0, "not reproduced: the answers are not wrong in this way")
  const code = (step) => Number(read(folder + "/" + step + ".code"))
  const body = (step) => answer(folder + "/" + step)
  let doubt
  was.forEach((before, at) => {
    const [step, now] = [at + 1, code(at + 1)]
    if (!now) untold("step " + step + " has no answer")
    const why = "step " + step + " was answered with HTTP " + now + ", not with " + before
    if (now !== before && ([429, 502, 503, 504].includes(now) || (now === 401 && ![403, 404].includes(before))))
      untold(why)
    if (before >= 200 && before < 300 && (now < 200 || now > 299)) {
      if (needed.includes(step)) untold(why)
      if (optional.includes(step)) doubt = why
    }
    if (sign.kind === "status" || !steps.includes(step) || Math.trunc(now / 100) === Math.trunc(before / 100)) return
    if (now >= 400 && sign.kind === "has") return
    if (now >= 400 && step === last && mayRefuse) no()
    untold(why)
  })
  const valueOf = (value) => ("of" in value ? given.get(value.of) : value.is)
  const has = (value, text) =>
    JSON.stringify(value).includes(typeof text === "string" ? JSON.stringify(text).slice(1, -1) : JSON.stringify(text))
  const at = ({ step, at, item }) => {
    if (!item) return stands(body(step), at)
    const list = stands(body(step), item.list)
    const found = Array.isArray(list) ? list.find((each) => stands(each, item.at) === valueOf(item.id)) : undefined
    return found === undefined ? untold("the list of step " + step + " does not have the item") : stands(found, at)
  }
  const equal = require("node:util").isDeepStrictEqual
  const ordered = (value) => (typeof value === "string" && /^[0-9]{4}-[0-9-]+T/.test(value) ? Date.parse(value) : value)
  const below = (one, other) => {
    const [a, b] = [ordered(one), ordered(other)]
    return typeof a !== typeof b || !["number", "string"].includes(typeof a) || a !== a || b !== b
      ? untold("the values have no order")
      : a < b
  }
  const kinds = (value) =>
    value === null
      ? ["null"]
      : Array.isArray(value)
        ? ["array"]
        : Number.isInteger(value)
          ? ["integer", "number"]
          : [typeof value]
  const is = (kind, value, right) => kinds(value).includes(kind) && right(value)
  const rules = {
    not: () => false,
    const: (each, value) => equal(value, each),
    enum: (each, value) => each.some((one) => equal(value, one)),
    type: (each, value) => [each].flat().some((kind) => kinds(value).includes(kind)),
    pattern: (each, value) => is("string", value, () => value.length < 10000 && new RegExp(each, "u").test(value)),
    minLength: (each, value) => is("string", value, () => [...value].length >= each),
    minimum: (each, value) => is("number", value, () => value >= each),
    maximum: (each, value) => is("number", value, () => value <= each),
    minItems: (each, value) => is("array", value, () => value.length >= each),
    maxItems: (each, value) => is("array", value, () => value.length <= each),
    formatMinimum: (each, value) => is("string", value, () => !below(value, each)),
  }
  const fits = (schema, value) => Object.entries(schema).every(([key, each]) => rules[key]?.(each, value) ?? true)
  const texts = () => sign.steps.filter((step) => has(body(step), valueOf(sign.text))).length
  const items = (step) =>
    [stands(body(step), sign.list)]
      .flat()
      .map((item) => stands(item, sign.at))
      .filter((value) => value != null)
  const judges = {
    status: () => steps.every((step) => code(step) < sign.from || code(step) > sign.to),
    header: () =>
      !read(folder + "/" + sign.step + ".head")
        .split(/[\r\n]+/)
        .some((line) => line.toLowerCase().startsWith(sign.name.toLowerCase() + ":") && line.includes(sign.contains)),
    value: (value) => (value === undefined ? sign.missing : !fits(sign.fits, value)),
    same: (value) => (value === undefined ? sign.missing : !sign.missing && equal(value, valueOf(sign.value))),
    other: (value) =>
      value === undefined ? sign.missing || untold("nothing is at the place") : !equal(value, valueOf(sign.value)),
    pair: (value) => {
      const than = at(sign.than)
      console.log("held to:  " + shown(String(JSON.stringify(than))))
      return sign.by === "=="
        ? !equal(value, than)
        : sign.by === "!="
          ? equal(value, than)
          : sign.by === "<="
            ? below(than, value)
            : below(value, than)
    },
    has: () => texts() > 0,
    lacks: () => texts() === 0,
    listed: () => texts() < sign.least,
    twice: () => {
      const first = items(sign.steps[0])
      return items(sign.steps[1]).some((value) => first.includes(value))
    },
    order: () =>
      items(sign.step).some(
        (value, at, all) => at > 0 && (sign.falls ? below(all[at - 1], value) : below(value, all[at - 1])),
      ),
  }
  if (!judges[sign.kind](sign.place && at(sign.place))) no()
  if (doubt) untold(doubt)
  end(3, "reproduced: the answers are wrong in the same way")
}

const commands = { read: printValue, count: countIn, judge }
commands[command](args)
