// Renders a chart with the template engine and the functions that Helm uses, for machines that have no Helm.
// Arguments: the folder of the chart, and a file of values that replace those of the chart, one level deep.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

func main() {
	chart := os.Args[1]
	values := read(filepath.Join(chart, "values.yaml"))
	for name, value := range read(os.Args[2]) {
		base, isMap := values[name].(map[string]interface{})
		given, isGivenMap := value.(map[string]interface{})
		if !isMap || !isGivenMap {
			values[name] = value
			continue
		}
		for key, one := range given {
			base[key] = one
		}
	}
	metadata := read(filepath.Join(chart, "Chart.yaml"))
	scope := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": metadata["name"], "AppVersion": metadata["appVersion"]},
		"Release": map[string]interface{}{"Name": "test", "Namespace": "default"},
	}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	_, err = root.ParseFiles(files...)
	check(err)
	for _, file := range files {
		if filepath.Ext(file) == ".yaml" {
			fmt.Println("---")
			check(root.ExecuteTemplate(os.Stdout, filepath.Base(file), scope))
		}
	}
}

func read(file string) map[string]interface{} {
	text, err := os.ReadFile(file)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(text, &values))
	return values
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
