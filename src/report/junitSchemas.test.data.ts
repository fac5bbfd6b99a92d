/**
 * The published schemas of JUnit XML in short, as far as octospec writes it. Their other elements (suites in suites,
 * reruns, `system-err`) are refused here too, so that a report that is valid here is valid there.
 */

const time = String.raw`<xs:simpleType name="time">
  <xs:restriction base="xs:string"><xs:pattern value="(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?"/></xs:restriction>
</xs:simpleType>`

const properties = `<xs:element name="properties"><xs:complexType><xs:sequence>
  <xs:element name="property" minOccurs="0" maxOccurs="unbounded"><xs:complexType>${required('name', 'value')}</xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element>`

/** junit-10.xsd of Jenkins' xUnit plugin (github.com/jenkinsci/xunit-plugin, MIT): one file, cases in any order. */
export const jenkins: string = schema(`${time}${properties}
<xs:complexType name="told" mixed="true">${optional('type', 'message')}</xs:complexType>
<xs:element name="testsuites"><xs:complexType>
  <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  ${optional('name', 'tests', 'failures', 'errors')}<xs:attribute name="time" type="time"/>
</xs:complexType></xs:element>
<xs:element name="testsuite"><xs:complexType>
  <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element ref="properties"/><xs:element ref="testcase"/></xs:choice>
  ${required('name', 'tests', 'failures', 'errors')}<xs:attribute name="time" type="time"/>
  ${optional('skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url', 'group')}
</xs:complexType></xs:element>
<xs:element name="testcase"><xs:complexType>
  <xs:choice minOccurs="0" maxOccurs="unbounded">
    ${['skipped', 'error', 'failure'].map((name) => `<xs:element name="${name}" type="told"/>`).join('')}
    <xs:element name="system-out" type="xs:string"/>
  </xs:choice>
  ${required('name')}${optional('time', 'classname', 'group')}
</xs:complexType></xs:element>`)

/** surefire-test-report.xsd of Maven (github.com/apache/maven-surefire, Apache-2.0): one suite a file, in its order. */
export const surefire: string = schema(`${time}${properties}
<xs:complexType name="told"><xs:simpleContent><xs:extension base="xs:string">
  ${required('type')}${optional('message')}
</xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="left"><xs:simpleContent><xs:extension base="xs:string">${optional('message')}</xs:extension></xs:simpleContent></xs:complexType>
<xs:element name="testsuite"><xs:complexType>
  <xs:sequence>
    <xs:element ref="properties" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="failure" type="told" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="skipped" type="left" minOccurs="0"/>
        <xs:element name="error" type="told" minOccurs="0"/>
        <xs:element name="system-out" type="xs:string" minOccurs="0"/>
      </xs:sequence>
      ${required('name')}${optional('classname', 'group')}<xs:attribute name="time" type="time" use="required"/>
    </xs:complexType></xs:element>
  </xs:sequence>
  ${required('name', 'tests', 'errors', 'skipped', 'failures')}${optional('group')}<xs:attribute name="time" type="time"/>
</xs:complexType></xs:element>`)

function schema(content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</xs:schema>`
}

function required(...names: readonly string[]): string {
  return names.map((name) => `<xs:attribute name="${name}" type="xs:string" use="required"/>`).join('')
}

function optional(...names: readonly string[]): string {
  return names.map((name) => `<xs:attribute name="${name}" type="xs:string"/>`).join('')
}
